"""Celery's entrances. Each may be lost, run late or run twice: what is due is in the rows."""

from celery import shared_task
from django.utils import timezone

from notifications import canary, delivery, outbox, reminders, wake
from notifications.delivery import Progress


@shared_task(name=wake.DELIVER)
def deliver() -> None:
    """Sends what is due, a batch at a time, until nothing is. Whoever comes meanwhile leaves it to the one who sends.

    What became due just before that one was done is looked for once more afterwards, so that it need not wait.
    """
    wake.heard()
    progress = Progress.MORE
    while progress is not Progress.DOWN and outbox.is_due(now=timezone.now()):
        with outbox.alone() as mine:
            if not mine:
                return
            progress = Progress.MORE
            while progress is Progress.MORE:
                progress = delivery.deliver_due(now=timezone.now(), lines=delivery.LINES)


@shared_task(name="notifications.tasks.sweep")
def sweep() -> None:
    """Catches up with whatever a lost wake-up, a dead worker or a silent server left behind, and throws away what is
    long past.
    """
    deliver()
    outbox.prune(now=timezone.now())


@shared_task(name="notifications.tasks.watch")
def watch() -> None:
    """Says in the log what is overdue."""
    canary.tell(timezone.now())


@shared_task(name="notifications.tasks.remind")
def remind() -> None:
    """Notes the reminders that are due, and sends them."""
    if reminders.note_due(now=timezone.now()):
        deliver()
