"""Every setting of the site, from the environment.

One file serves laptop, tests and production: the differences are environment variables, described in
`deploy/env.example`. A missing or invalid one stops the process at once, with a sentence that names it.
"""

import logging
from functools import partial
from pathlib import Path

from cryptography.fernet import Fernet
from django.utils.functional import SimpleLazyObject

from games.scopes import FOR_APPS, SCOPES
from ttr_site import databases, mail_in, mail_server, queues, release, static_files, web_push, webhook_settings
from ttr_site.content_policy import CONTENT_SECURITY_POLICY  # noqa: F401 - imported as a setting
from ttr_site.languages import list_checked, list_offered
from ttr_site.logs import configuration
from ttr_site.openapi import SPECTACULAR_SETTINGS  # noqa: F401 - imported as a setting
from ttr_site.owed import OPERATOR_CONTACT, PRIVACY_NOTICE, TERMS_OF_USE  # noqa: F401 - imported as settings
from ttr_site.ticks import timetable
from ttr_site.translations import look_up_quickly
from ttr_site.variables import choice, day, flag, host_names, items, required, seconds, text, web_address, whole, wrong

BASE_DIR = Path(__file__).resolve().parent.parent
# Cached responses and pictures are kept as long as the release that made them. Few commands need it.
RELEASE = SimpleLazyObject(partial(release.digest, BASE_DIR))


# Who we are -------------------------------------------------------------------------------------------------

DEBUG = flag("DEBUG", default=False)

PUBLIC_URL = required("PUBLIC_URL").removesuffix("/")
_public = web_address("PUBLIC_URL", PUBLIC_URL, "https://games.example.org, without a path")
SECURE = _public.scheme == "https"
# The page on which the demo shows its emails; a production site sends them.
MAIL_PAGE_URL = text("MAIL_PAGE_URL")
# The address that the worker requests to check that people can reach the site, if possible by the same route.
HEARTBEAT_URL = text("HEARTBEAT_URL", f"{PUBLIC_URL}/heartbeat")
_heartbeat = web_address("HEARTBEAT_URL", HEARTBEAT_URL, "http://127.0.0.1:8000/heartbeat", path="/heartbeat")

# No link is ever made from the Host header (`ttr_site.origin`), so internal names (health checks, worker) are harmless.
ALLOWED_HOSTS = [_public.hostname, _heartbeat.hostname, "localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS += host_names("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
# The number of trusted proxies in front, for the visitor's address that the limits for strangers count by.
TRUSTED_PROXY_COUNT = whole("TRUSTED_PROXY_COUNT", 0, least=0)

ROOT_URLCONF = "ttr_site.urls"
WSGI_APPLICATION = "ttr_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "games",
    "notifications",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "oauth2_provider",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "csp",
    "django_htmx",
    "auditlog",
    "pgtrigger",
    "django_prometheus",
    "django_structlog",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

# Deliberately few, since every request for a move pays for each line.
MIDDLEWARE = [
    "ttr_site.request_ids.RequestIds",
    "ttr_site.methods.KnownMethods",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "ttr_site.origin.OneOrigin",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "ttr_site.strangers.LimitStrangers",
    "ttr_site.request_log.RequestLog",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "games.people.signed_in.SignedInMiddleware",
    "games.web.language.ReaderLanguage",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.web.offline.viewer.TellViewer",
    "games.web.unsent.TellUnsent",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "ttr_site.nul.NoNul",
    "allauth.account.middleware.AccountMiddleware",
    "ttr_site.replica.ReadFromReplica",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "ttr_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["games.templatetags.dates"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]


# Secrets ----------------------------------------------------------------------------------------------------


def fernet_keys(name: str) -> list[str]:
    """Return the keys that encrypt games' seeds: the first one encrypts, every one of them decrypts."""
    keys = [key for key in required(name).replace(",", " ").split() if key]
    for key in keys:
        try:
            Fernet(key)
        except ValueError:
            wrong(name, "must be Fernet keys (44 characters each, made by `make keys`), separated by commas")
    return keys


SECRET_KEY = required("SECRET_KEY")
SECRET_KEY_FALLBACKS = items("SECRET_KEY_FALLBACKS")
SEED_KEYS = fernet_keys("SEED_KEYS")
# The day since when the first key of each is in use, if it was changed; `python -m deploy.keys use` writes it.
SECRET_KEY_SINCE, SEED_KEYS_SINCE = day("SECRET_KEY_SINCE"), day("SEED_KEYS_SINCE")


# PostgreSQL -------------------------------------------------------------------------------------------------


DATABASES = databases.read()
# The replica's maximum lag in seconds; beyond it, the primary answers.
REPLICA_MOST_LAG = seconds("REPLICA_MOST_LAG_SECONDS", 3.0)
DATABASE_ROUTERS = ["games.replica.Router"]


# Redis: broker, caches and throttles. All of it may be lost, none of it may be needed -----------------------

REDIS_URL = databases.redis_url()
REDIS_PREFIX = text("REDIS_PREFIX", "night-mail")

CACHES = {
    "default": {
        "BACKEND": "ttr_site.cache.FailOpenRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}:cache",
        "TIMEOUT": 300,
        "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.5},
    }
}

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": f"{REDIS_PREFIX}:",
    "socket_connect_timeout": 0.5,
    "socket_timeout": 1,
    # A publisher gives up at once: the duty is a row, and a sweep finds it.
    "max_retries": 0,
    "queue_order_strategy": "sorted",
}
CELERY_TASK_ROUTES = queues.ROUTES
QUEUES = queues.EVERY
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
# No task is taken from a queue before a process is free for it, since a more urgent one might arrive.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_DISABLE_PREFETCH = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False


# Seconds between two checks for scheduled work, which is the longest delay.
TICK = whole("TICK_SECONDS", 30)
if TICK > 60:
    wrong("TICK_SECONDS", "must be from 1 to 60: a sweep that is silent for two minutes counts as an outage")
CELERY_BEAT_SCHEDULE = timetable(TICK)


# Mail -------------------------------------------------------------------------------------------------------

vars().update(mail_server.read())
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = mail_server.sender()
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Whether emails about turns show the board, which takes a worker some tenths of a second to draw.
WORKER_PROCESSES = whole("WORKER_PROCESSES", 2)  # per worker, in addition to the one for codes and deadlines
EMAIL_PICTURES = flag("EMAIL_PICTURES", default=True)
_mail_in = mail_in.read()
# The address for answers to our emails: play@games.example.org means play+TOKEN@games.example.org. Empty: none.
MAIL_IN_ADDRESS = _mail_in.address
# The address for bounces of our emails. Empty: the one in DEFAULT_FROM_EMAIL.
MAIL_RETURN_ADDRESS = _mail_in.return_address
# The address for mailbox providers' complaints, if they do not go to our return paths. Empty: none.
MAIL_COMPLAINTS_ADDRESS = _mail_in.complaints_address
# Front servers trusted to verify an email's author (RFC 8601), by the names that they use for themselves.
MAIL_IN_TRUSTED = _mail_in.trusted
# The mailbox in which players' emails arrive, if they do not arrive through a mail server. Empty: none.
MAIL_IN_IMAP_URL = _mail_in.imap_url
# Providers that post incoming mail and events about our emails, and the secrets that identify them (django-anymail).
MAIL_WEBHOOKS = _mail_in.webhooks
ANYMAIL = {
    "WEBHOOK_SECRET": _mail_in.webhook_secrets,
    "MAILGUN_WEBHOOK_SIGNING_KEY": _mail_in.webhook_signing_key,
}
MAIL_IN_RESOLVERS = _mail_in.resolvers  # for senders' keys; empty: this machine's own
# Webhooks: allowed networks besides the Internet, an authority of your own (a file), and name servers.
WEBHOOK_NETWORKS, WEBHOOK_AUTHORITY, WEBHOOK_RESOLVERS = webhook_settings.read()
# The key that identifies us to browsers' push services. Empty: browsers get no notifications.
VAPID_PRIVATE_KEY, VAPID_PRIVATE_KEY_FALLBACKS = web_push.read()


# People -----------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# Browsers sign in through `games.web`, even for the admin and for OAuth; django-allauth stores their second factors.
SESSION_ENGINE = "games.people.sessions"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-games"

# Who can sign up: anyone, anyone with an invitation from a player or from you, or nobody.
SIGN_UP = choice("SIGN_UP", ("open", "invited", "closed"), "open")

ACCOUNT_ADAPTER = "games.browser.Adapter"
ACCOUNT_USER_DISPLAY = "games.browser.shown_name"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
# A player exists only once the address was verified, so there is nothing left to verify.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _public.scheme
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
MFA_ADAPTER = "games.browser.SecondFactors"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Browsers consider http://localhost secure, and so does the library.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Seconds after sign-in during which you can change how the account is accessed.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60

# Nobody has a password: only apps' secrets are hashed, and those of earlier releases slowly.
PASSWORD_HASHERS = ["games.people.app_secrets.KeyedHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
OAUTH2_PROVIDER_APPLICATION_MODEL = "games.Application"
OAUTH2_PROVIDER_GRANT_MODEL = "games.Grant"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "games.AccessToken"
OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "games.RefreshToken"
OAUTH2_PROVIDER_ID_TOKEN_MODEL = "games.IDToken"
_RFC_9700 = (
    "IMPLICIT_GRANT PASSWORD_GRANT PKCE_METHOD PKCE_REQUIRED ACCESS_TOKEN_TRANSPORT AUTHZ_RESPONSE_ISS TOKEN_STORAGE"
    " REFRESH_TOKEN REDIRECT_URI_SCHEME REDIRECT_URI_MATCHING"
)
OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "games.oauth.Validator",
    "OAUTH2_BACKEND_CLASS": "games.oauth.Backend",
    "SCOPES": {name: SCOPES[name] for name in FOR_APPS},
    "DEFAULT_SCOPES": ["games:read"],
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 3600,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "PKCE_REQUIRED": True,
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none", "client_secret_post", "client_secret_basic"],
    **{f"COMPLIANT_BCP_RFC9700_{name}": True for name in _RFC_9700.split()},
}


# The API ----------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.api.authentication.BearerTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.permissions.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.throttles.AnonymousThrottle", "games.api.throttles.PlayerThrottle"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.PlainJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.Operation",
    "EXCEPTION_HANDLER": "games.api.errors.handler",
    "NUM_PROXIES": TRUSTED_PROXY_COUNT,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,  # “Accept” determines the format of a response
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
# No honest client reaches these limits; posting moves has none at all.
REQUESTS_PER_MINUTE = {
    "stranger": whole("STRANGER_REQUESTS_PER_MINUTE", 60),
    "player": whole("PLAYER_REQUESTS_PER_MINUTE", 600),
}
# Per network, before anything else is done: for requests without token and session, and for wrong tokens.
STRANGERS_PER_MINUTE = {
    "pages": whole("STRANGER_PAGES_PER_MINUTE", 600),
    "probes": 60,
    "wrong_tokens": whole("WRONG_TOKENS_PER_MINUTE", 120),
}
EXPORTS_PER_MINUTE = whole("EXPORTS_PER_MINUTE", 6)  # responses with many games, to a player or a network
# The number of codes an hour that one network can request by email.
KNOCKS_PER_HOUR = whole("KNOCKS_PER_HOUR", 40)
# The number of guests a day, without an address, from one network.
GUESTS_PER_DAY = whole("GUESTS_PER_DAY", 20, least=0)
MOST_STREAMS = whole("MOST_STREAMS", 6000)  # open at the same time in one process
# Whether voiding a game, and correcting points, requires a second admin's agreement.
TWO_PERSON_RULINGS = flag("TWO_PERSON_RULINGS", default=False)
# Whether players may start games that demonstrate how a game is made (docs/adding-a-board.md). Running ones continue.
OFFER_EXAMPLES = flag("OFFER_EXAMPLES", default=False)

# How long a game waits to start without any change, or for somebody to return once all have left: longer than the
# notice.
UNSTARTED_GAMES_CLOSE_AFTER_DAYS = whole("UNSTARTED_GAMES_CLOSE_AFTER_DAYS", 30, least=6, unit="days")
DESERTED_GAMES_CLOSE_AFTER_DAYS = whole("DESERTED_GAMES_CLOSE_AFTER_DAYS", 7, least=6, unit="days")

# A bearer token is the only key to the API, and browsers never add one by themselves, so any page may call it.
CORS_URLS_REGEX = r"^/(api/v1|oauth/token|oauth/revoke_token|\.well-known)/"
CORS_ALLOW_ALL_ORIGINS, CORS_ALLOW_CREDENTIALS = True, False
CORS_ALLOW_HEADERS = ["authorization", "content-type", "idempotency-key", "if-none-match", "accept-language"]
CORS_ALLOW_HEADERS += ["last-event-id"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After", "Location", "Link", "X-Request-ID", "RateLimit", "RateLimit-Policy"]
CORS_EXPOSE_HEADERS += ["Idempotency-Replayed", "Deprecation", "Sunset"]


# Browsers ---------------------------------------------------------------------------------------------------

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# The proxy in front ends TLS and says so; deploy/ shows how it removes the header if a visitor sends it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
# The proxy redirects http to https (W008). Without any TLS, as in a first try, its other safeguards would lock us out.
SILENCED_SYSTEM_CHECKS = [f"security.{name}" for name in (["W008"] if SECURE else ["W004", "W008", "W012", "W016"])]
# One spelling of a mailbox is an account's: `Player.email_key` is unique, and the only field players are looked up by.
SILENCED_SYSTEM_CHECKS += ["auth.W004"]
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True

STATIC_URL = "/static/"
_gathered = static_files.are_gathered()
STATIC_ROOT = str(static_files.FOLDER) if _gathered else None
STORAGES = static_files.storages(gathered=_gathered)
WHITENOISE_USE_FINDERS = not _gathered
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_MANIFEST_STRICT = False


# Words and time ---------------------------------------------------------------------------------------------

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
# What is translated, by where it shows, each app's own (`deploy.catalogs`); the admins' desk is in English.
LOCALE_PATHS = [
    BASE_DIR / app / "locale" / catalog for catalog in ("play", "site") for app in ("games", "notifications")
]
LANGUAGES = list_offered(LOCALE_PATHS)
LANGUAGES_CHECKED = list_checked()
USE_I18N = len(LANGUAGES) > 1
if USE_I18N:
    look_up_quickly()


# Logs and metrics -------------------------------------------------------------------------------------------

LOG_LEVEL = choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")
LOG_FORMAT = choice("LOG_FORMAT", ("json", "console"), "json")
LOGGING = configuration(LOG_LEVEL, LOG_FORMAT)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True  # upstream is `ttr_site.request_ids`
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
PROMETHEUS_EXPORT_MIGRATIONS = False
