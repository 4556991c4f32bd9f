"""`python -m deploy.catalogs.compiled` compiles the catalogs of the languages that are offered, for demo and tests."""

from deploy.catalogs.files import compile_all

if __name__ == "__main__":
    compile_all()
