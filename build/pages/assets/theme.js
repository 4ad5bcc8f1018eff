// Before anything is drawn, so that a page chosen dark does not flash white.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that forbids storage keeps the theme of the device.
}
