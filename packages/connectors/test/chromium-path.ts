/** The browser that tests and scripts start: `CHROMIUM_PATH`, or the one of the system. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
