# Compiler options shared by every target of ours, as the interface target spillway_options.
add_library(spillway_options INTERFACE)
target_include_directories(spillway_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(spillway_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  # GCC 12 sees overlapping copies in std::string::insert where there are none.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# GCC collects its garbage often by default. Once it has half a gigabyte instead, it takes a tenth less time.
target_compile_options(spillway_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=500000>)
if(EMSCRIPTEN)
  # Exceptions as WebAssembly has them: through JavaScript each call in a function that cleans up would take a detour.
  # After the guard for the other compiler's warnings.
  add_compile_options(-fwasm-exceptions -Wno-unknown-warning-option)
  # Names of types take a tenth of the program's data; nothing here asks for them.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  add_link_options(-fwasm-exceptions)
endif()
if(SPILLWAY_WARNINGS_AS_ERRORS)
  target_compile_options(spillway_options INTERFACE -Werror)
endif()
if(SPILLWAY_SANITIZERS)
  target_compile_options(spillway_options INTERFACE -fsanitize=${SPILLWAY_SANITIZERS} -fno-omit-frame-pointer)
  target_link_options(spillway_options INTERFACE -fsanitize=${SPILLWAY_SANITIZERS})
  if(SPILLWAY_SANITIZERS MATCHES "undefined")
    target_compile_options(spillway_options INTERFACE -fno-sanitize-recover=undefined)
  endif()
  if(SPILLWAY_SANITIZERS_WITHOUT)
    target_compile_options(spillway_options INTERFACE -fno-sanitize=${SPILLWAY_SANITIZERS_WITHOUT})
  endif()
endif()

# A page is compiled for size, but for what the first charts and each frame go through: browsers run what has just come
# without inlining any of it.
set(spillway_fast_in_page model base protocol catalogue answers results session worker_client charts window_kit window_picture)

# Rooms that run once for a command, or beside a compiler that takes a hundred times as long: a release compiles them a
# half faster with -Og. No frame and no measurement goes through them.
set(spillway_quick_to_compile cli compiler learner lessons room room_live trace)

# A layer of app/: spillway_layer(model SOURCES a.cpp b.cpp LINK other_targets...)
# makes the static library spillway_model.
function(spillway_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(spillway_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(spillway_${name} PUBLIC spillway_options ${ARG_LINK} PRIVATE ${ARG_PRIVATE_LINK})
  if(EMSCRIPTEN AND name IN_LIST spillway_fast_in_page)
    target_compile_options(spillway_${name} PRIVATE -O2)
  elseif(NOT EMSCRIPTEN AND name IN_LIST spillway_quick_to_compile)
    target_compile_options(spillway_${name} PRIVATE $<$<CONFIG:Release>:-Og>)
  endif()
endfunction()
