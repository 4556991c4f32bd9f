"""Celery tasks. Each may be lost, run late or run twice, since the rows themselves say what is due."""

from contextlib import suppress

import structlog
from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded, TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure
from django.utils import timezone

from games.advisory_locks import AdvisoryLock
from notifications import monitoring, reply_addresses, table_wishes, wake_up
from notifications.inbox import budget, pipeline, site_addresses
from notifications.inbox import queue as inbound
from notifications.outbox import delivery, queue, senders
from notifications.outbox.calls import lanes
from notifications.outbox.delivery import Progress
from notifications.outbox.lines import Lines
from notifications.outbox.push import delivery as pushing
from notifications.outbox.push.queue import MESSAGES
from notifications.outbox.webhooks import delivery as calls
from notifications.outbox.webhooks.queue import DELIVERIES
from notifications.pictures import DrawingTime
from notifications.policy import reminders, watched
from notifications.streams import accounts

log = structlog.get_logger(__name__)


@shared_task(name=wake_up.DELIVER)
def deliver() -> None:
    """Send due emails, a batch at a time, until none is left.

    Other workers send as well; a process without a place among its worker's senders leaves the work to them. Emails
    that became due just before the end are checked for once more, so that they need not wait.
    """
    wake_up.heard()
    if DELIVERIES.is_due(now=timezone.now()):
        wake_up.wake_caller()
    _wake_pusher()
    progress, drawing_time = Progress.MORE, DrawingTime()
    while progress is not Progress.DOWN and queue.is_due(now=timezone.now()):
        with senders.place() as mine, Lines(delivery.LINES) as lines:
            if not mine:
                return
            progress = Progress.MORE
            while progress is Progress.MORE:
                progress = delivery.deliver_due(
                    now=timezone.now(),
                    limit=delivery.size_of_batch(drawing_time),
                    lines=lines,
                    drawing_time=drawing_time,
                )
                _wake_pusher()


@shared_task(name=wake_up.CODES)
def send_codes() -> None:
    """Send the emails that somebody is waiting for on a page, even while others are being sent with their pictures."""
    wake_up.heard(wake_up.CODES)
    while delivery.send_codes(now=timezone.now()) is Progress.MORE:
        pass


def _wake_pusher() -> None:
    """Have browsers sent what the emails say."""
    if MESSAGES.is_due(now=timezone.now()):
        wake_up.wake_pusher()


@shared_task(bind=True, name=wake_up.READ, soft_time_limit=budget.SOFT_LIMIT, time_limit=budget.HARD_LIMIT)
def read_mail(task: "Task[[], None]") -> None:
    """Process incoming emails, a batch at a time, for one stint, after which another call continues.

    Beat calls this separately from the sweep, so that an unresponsive DNS delays none of our emails.
    """
    wake_up.heard(wake_up.READ)
    by = task.request.id or ""
    until = timezone.now() + budget.STINT
    with suppress(SoftTimeLimitExceeded):
        while timezone.now() < until:
            if not pipeline.process_due(now=timezone.now(), by=by):
                return
    wake_up.wake_reader()


@task_failure.connect
def note_killed_reading(sender: object = None, task_id: str = "", exception: object = None, **_: object) -> None:
    """Have it recorded, in the worker's main process, that one of its processes was killed while reading an email."""
    if getattr(sender, "name", "") == wake_up.READ and isinstance(exception, TimeLimitExceeded | WorkerLostError):
        give_up_email.delay(task_id, is_too_slow=isinstance(exception, TimeLimitExceeded))


@shared_task(name="notifications.tasks.give_up_email")
def give_up_email(task_id: str, *, is_too_slow: bool) -> None:
    """Give up the email that a task was reading when a time limit killed its process: it would only be killed again.

    A process may die for other reasons, so an email that was lost with a process is retried a few times.
    """
    least = 0 if is_too_slow else budget.MOST_LOST
    count = inbound.give_up_killed(task_id, now=timezone.now(), least=least)
    log.error("reading_was_killed", is_too_slow=is_too_slow, given_up=count)


@shared_task(name=wake_up.CALL)
def call_webhooks() -> None:
    """Post due messages until none is left, for one stint, after which another call continues.

    Each worker uses one process for this, so that slow servers occupy no others, and no email waits for them.
    """
    wake_up.heard(wake_up.CALL)
    until = timezone.now() + lanes.STINT
    while DELIVERIES.is_due(now=timezone.now()):
        if timezone.now() >= until:
            wake_up.wake_caller()
            return
        with senders.place(AdvisoryLock.CALLING, 1) as mine:
            if not mine or not calls.deliver_due(clock=timezone.now, until=until):
                return


@shared_task(name=wake_up.PUSH)
def push() -> None:
    """Send due messages to browsers until none is left, for one stint, as `call_webhooks` does."""
    wake_up.heard(wake_up.PUSH)
    until = timezone.now() + lanes.STINT
    while MESSAGES.is_due(now=timezone.now()):
        if timezone.now() >= until:
            wake_up.wake_pusher()
            return
        with senders.place(AdvisoryLock.PUSHING, 1) as mine:
            if not mine or not pushing.deliver_due(clock=timezone.now, until=until):
                return


@shared_task(name="notifications.tasks.sweep")
def sweep() -> None:
    """Catch up on work that a lost wake-up, a dead worker or an unresponsive server left behind; delete old rows."""
    deliver()
    inbound.erase_old(now=timezone.now())
    reply_addresses.forget_old(now=timezone.now())
    site_addresses.forget_old(now=timezone.now())
    DELIVERIES.prune(now=timezone.now())
    MESSAGES.prune(now=timezone.now())
    queue.prune(now=timezone.now())
    accounts.forget_old(now=timezone.now())


@shared_task(name="notifications.tasks.tell_of_tables")
def tell_of_tables() -> None:
    """Queue the emails about new tables that are due, and send them."""
    if table_wishes.tell_due(now=timezone.now()):
        deliver()


@shared_task(name="notifications.tasks.watch")
def watch() -> None:
    """Log what is overdue."""
    monitoring.tell(timezone.now())


@shared_task(name="notifications.tasks.tell_hosts")
def tell_hosts() -> None:
    """Tell hosts, after an upgrade, that their older tables by invitation are watched."""
    if (upgraded_at := watched.find_upgrade()) is not None:
        watched.tell_hosts(upgraded_at, now=timezone.now())


@shared_task(name="notifications.tasks.remind")
def remind() -> None:
    """Create due reminders, and send them."""
    if reminders.note_due(now=timezone.now()):
        deliver()
