// Nobody reads this.

/// What the user sees is
/// told here. It is. Told is a word.
const char* a =
    "what is "
    "there";
const char* b = R"(for somebody)";
const int nobody = 1;
const char* c = "whose is. told";
