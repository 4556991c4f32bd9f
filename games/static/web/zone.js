// A newcomer's time zone is what the browser's clock says; anyone may choose another.
const zone = document.querySelector("select[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && zone.value === "UTC" && [...zone.options].some((option) => option.value === here)) zone.value = here;
