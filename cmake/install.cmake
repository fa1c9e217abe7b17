# Destinations of `cmake --install` and `cpack`. All of it may be moved as one folder: the program finds its data in
# ../share/spillway, relative to its own folder (app/base/paths.cpp).
include(GNUInstallDirs)
set(package ${CMAKE_SOURCE_DIR}/cmake/package)

install(TARGETS spillway spillway-worker RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET spillway-trace)  # loaded into programs that are traced (app/base/paths.cpp)
  install(TARGETS spillway-trace LIBRARY DESTINATION lib/spillway)
endif()
if(TARGET spillway-room)  # loaded by `spillway serve` (app/room/server/socket_server.cpp)
  install(TARGETS spillway-room LIBRARY DESTINATION lib/spillway)
endif()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/kernels ${CMAKE_SOURCE_DIR}/assets DESTINATION ${CMAKE_INSTALL_DATADIR}/spillway)
if(SPILLWAY_WINDOW)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/spillway)
  install(FILES ${package}/spillway.desktop ${package}/spillway-recording.desktop
          ${package}/spillway-view.desktop ${package}/spillway-link.desktop ${package}/spillway-talk.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${package}/spillway.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  install(FILES ${package}/spillway-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME spillway.xml)
  install(FILES ${package}/org.spillway.Spillway.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
endif()
# The window as a page, for `serve` and `publish` (app/cli/page_place.cpp), where scripts/build-web.sh has made it.
set(SPILLWAY_PAGE ${CMAKE_SOURCE_DIR}/build/web CACHE PATH "The window as a page, for the package")
install(DIRECTORY ${SPILLWAY_PAGE}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/spillway/page OPTIONAL)
install(FILES ${package}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME spillway)
install(FILES ${package}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _spillway)

# Debian wants its manual pages and changelogs compressed, without the time in the file.
find_program(SPILLWAY_GZIP gzip REQUIRED)
function(install_compressed file folder name)
  set(compressed ${CMAKE_BINARY_DIR}/package/${name}.gz)
  install(CODE "file(MAKE_DIRECTORY \"${CMAKE_BINARY_DIR}/package\")
    execute_process(COMMAND \"${SPILLWAY_GZIP}\" -9nc \"${file}\" OUTPUT_FILE \"${compressed}\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${compressed} DESTINATION ${folder})
endfunction()
install_compressed(${package}/spillway.1 ${CMAKE_INSTALL_MANDIR}/man1 spillway.1)
install_compressed(${package}/spillway-worker.1 ${CMAKE_INSTALL_MANDIR}/man1 spillway-worker.1)
install_compressed(${CMAKE_SOURCE_DIR}/CHANGELOG.md ${CMAKE_INSTALL_DOCDIR} changelog)
configure_file(${package}/changelog.Debian.in ${CMAKE_BINARY_DIR}/package/changelog.Debian @ONLY)
install_compressed(${CMAKE_BINARY_DIR}/package/changelog.Debian ${CMAKE_INSTALL_DOCDIR} changelog.Debian)
install(FILES ${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Licences of the libraries that are part of the programs (scripts/package.sh writes them).
install(DIRECTORY ${CMAKE_BINARY_DIR}/licences DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME spillway)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Spillway authors <authors@spillway.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows where a CUDA kernel's data lives and what that costs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Pick a CUDA kernel, move a slider, and see what the real compiler did with
it: registers, spills, stack frame and occupancy, with throughput from a
live GPU or from a recording of one.
.
No GPU is needed. NVIDIA's compiler (NVRTC) is used where it is installed;
without it the answers that ship with the program are shown.")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core, libegl1, libgl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
