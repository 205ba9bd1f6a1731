import fs from 'node:fs'
import { installDebianPackage } from '../system-postgres.ts'

/** The path of Chromium on this machine, installed if possible; null when there is none. */
export function chromium(): string | null {
  if (!findChromium() && !installDebianPackage('chromium-headless-shell')) installDebianPackage('chromium')
  return findChromium()
}

function findChromium(): string | null {
  const places = [
    process.env['CHROMIUM_PATH'],
    // The same browser without drawing windows, which makes the browser tests an eighth faster.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return places.find((place) => place !== undefined && fs.existsSync(place)) ?? null
}

export const noChromium = 'The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH.'
