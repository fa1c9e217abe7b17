# For a page in a browser: compiled from the distribution's source packages, which scripts/build-web.sh has unpacked in
# SPILLWAY_WEB_SOURCES/<package>; header-only libraries are those of the installed packages.
set(SPILLWAY_WEB_SOURCES "${CMAKE_SOURCE_DIR}/build/web-parts/src" CACHE PATH
  "Folder of the distribution's sources: imgui, fmtlib, muparser, libzstd, md4c, libmd, qrencode, lzlib")

# web_library(name PACKAGE folder INCLUDE folders... SOURCES patterns...): third_party::name, compiled.
function(web_library name)
  cmake_parse_arguments(ARG "" "PACKAGE" "INCLUDE;SOURCES;DEFINE" ${ARGN})
  set(root ${SPILLWAY_WEB_SOURCES}/${ARG_PACKAGE})
  set(sources)
  foreach(pattern ${ARG_SOURCES})
    file(GLOB found ${root}/${pattern})
    if(NOT found)
      message(FATAL_ERROR "${root}/${pattern} is not there: run scripts/build-web.sh, which unpacks the sources")
    endif()
    list(APPEND sources ${found})
  endforeach()
  add_library(third_party_${name} STATIC ${sources})
  set_target_properties(third_party_${name} PROPERTIES UNITY_BUILD OFF)
  list(TRANSFORM ARG_INCLUDE PREPEND ${root}/)
  target_include_directories(third_party_${name} SYSTEM PUBLIC ${ARG_INCLUDE})
  target_compile_definitions(third_party_${name} PUBLIC ${ARG_DEFINE})
  target_compile_options(third_party_${name} PRIVATE -w)
  add_library(third_party::${name} ALIAS third_party_${name})
endfunction()

# Headers alone, of the installed packages: reached through links, so that the other headers beside them are not.
function(web_headers name entry)
  set(folder ${CMAKE_BINARY_DIR}/headers/${name})
  file(MAKE_DIRECTORY ${folder})
  if(NOT EXISTS /usr/include/${entry})
    message(FATAL_ERROR "/usr/include/${entry} is not there: run scripts/build-web.sh, which installs it")
  endif()
  file(CREATE_LINK /usr/include/${entry} ${folder}/${entry} SYMBOLIC)
  add_library(third_party_${name} INTERFACE)
  target_include_directories(third_party_${name} SYSTEM INTERFACE ${folder})
  add_library(third_party::${name} ALIAS third_party_${name})
endfunction()

web_headers(json nlohmann)
web_headers(xxhash xxhash.h)
web_headers(stb stb)

web_library(fmt PACKAGE fmtlib INCLUDE include SOURCES src/format.cc)
web_library(zstd PACKAGE libzstd INCLUDE lib SOURCES lib/common/*.c lib/compress/*.c lib/decompress/*.c
  DEFINE ZSTD_DISABLE_ASM=1)
web_library(muparser PACKAGE muparser INCLUDE include
  SOURCES src/muParser.cpp src/muParserBase.cpp src/muParserBytecode.cpp src/muParserCallback.cpp src/muParserError.cpp
    src/muParserTokenReader.cpp
  DEFINE MUPARSER_STATIC=1)
# What libmd's configure would find out: nothing that these two sources need.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/headers/md/config.h CONTENT "#define HAVE_UNISTD_H 1\n")
web_library(md PACKAGE libmd INCLUDE include SOURCES src/sha2.c src/sha256hl.c)
target_include_directories(third_party_md PRIVATE ${CMAKE_BINARY_DIR}/headers/md)
# What every job's hash and each of its formulas go through before the first chart.
target_compile_options(third_party_md PRIVATE -O2)
target_compile_options(third_party_muparser PRIVATE -O2)
# libqrencode without its threads' locks and with the version that its configure would put in.
web_library(qrencode PACKAGE qrencode INCLUDE .
  SOURCES bitstream.c mask.c mmask.c mqrspec.c qrencode.c qrinput.c qrspec.c rsecc.c split.c)
target_compile_definitions(third_party_qrencode PRIVATE STATIC_IN_RELEASE=static MAJOR_VERSION=4 MINOR_VERSION=1
  MICRO_VERSION=1 VERSION="4.1.1")
web_library(md4c PACKAGE md4c INCLUDE src SOURCES src/md4c.c)
web_library(imgui PACKAGE imgui INCLUDE . backends
  SOURCES imgui.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_opengl3.cpp
  DEFINE IMGUI_IMPL_OPENGL_ES3=1)
# Without the library's own font, 10 kB on the way: first.bin brings the page's fonts. Who asks for it ends the program.
file(READ ${SPILLWAY_WEB_SOURCES}/imgui/imgui_draw.cpp imgui_draw)
set(imgui_own_font "return proggy_clean_ttf_compressed_data_base85;")
string(FIND "${imgui_draw}" "${imgui_own_font}" imgui_own_font_at)
if(imgui_own_font_at EQUAL -1)
  message(FATAL_ERROR "imgui_draw.cpp of ${SPILLWAY_WEB_SOURCES} has no '${imgui_own_font}': see how to leave its font out")
endif()
string(REPLACE "${imgui_own_font}" "__builtin_trap();" imgui_draw "${imgui_draw}")
file(WRITE ${CMAKE_BINARY_DIR}/imgui/imgui_draw.new "${imgui_draw}")
file(COPY_FILE ${CMAKE_BINARY_DIR}/imgui/imgui_draw.new ${CMAKE_BINARY_DIR}/imgui/imgui_draw.cpp ONLY_IF_DIFFERENT)
target_sources(third_party_imgui PRIVATE ${CMAKE_BINARY_DIR}/imgui/imgui_draw.cpp)
target_link_libraries(third_party_imgui PRIVATE third_party::stb)
set_source_files_properties(${SPILLWAY_WEB_SOURCES}/imgui/backends/imgui_impl_opengl3.cpp PROPERTIES
  COMPILE_OPTIONS "-include;${CMAKE_CURRENT_SOURCE_DIR}/web/known_state.h")
# What each frame goes through, and what draws the first one's letters: here a tenth more code is worth it.
target_compile_options(third_party_imgui PRIVATE -O2)

# In unpack.wasm alone. The library's one source includes the others.
web_library(lzlib PACKAGE lzlib INCLUDE . SOURCES lzlib.c)
target_compile_options(third_party_lzlib PRIVATE -Oz)

# OpenGL's functions are the browser's: third_party/web/epoxy/gl.h names them.
add_library(third_party_epoxy INTERFACE)
target_include_directories(third_party_epoxy INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/web)
add_library(third_party::epoxy ALIAS third_party_epoxy)

# What emscripten's libraries have not yet.
add_library(third_party_missing STATIC ${CMAKE_CURRENT_SOURCE_DIR}/web/missing.cpp)
target_include_directories(third_party_missing PUBLIC ${CMAKE_SOURCE_DIR} SYSTEM PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/web)
target_compile_options(third_party_missing PUBLIC
  $<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${CMAKE_CURRENT_SOURCE_DIR}/web/missing.h>)
target_link_libraries(spillway_options INTERFACE third_party_missing)
