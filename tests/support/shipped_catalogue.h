#pragma once

#include "app/catalogue/catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway {

/// The shipped catalogue, read once per test program: under the sanitizers this takes seconds.
inline const catalogue::Catalogue& shipped_catalogue()
{
    static const catalogue::Catalogue catalogue =
        catalogue::load_catalogue({source_folder / "kernels", model::Place::installed});
    return catalogue;
}

}  // namespace spillway
