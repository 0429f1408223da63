"""Tables of other people, read right: how a file is meant is found out, said, or asked."""
