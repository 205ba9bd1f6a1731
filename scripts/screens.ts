// `npm run screens`: a contact sheet of every screen for every role, and the images of the README.
//
//   npm run screens              walks through the portal (e2e/walk.test.ts and e2e/screens.test.ts), then creates the sheet
//   npm run screens -- --kept    creates the sheet from the existing screenshots
//
// Writes screens/contact-sheet.html and .png (both ignored by git) and docs/images/*.png.
import { chromiumPath } from '@signet/connectors/test/chromium-path'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '..')
const screensDir = path.join(root, 'screens')
const imagesDir = path.join(root, 'docs/images')

/** The five images of the README, by their names in the walk. */
const ofReadme: Record<string, string> = {
  'home.png': 'client.home-light-1440.png',
  'threat.png': 'threat-panel-light-1440.png',
  'review.png': 'qa.QA.dashboard-light-1440.png',
  'takedown.png': 'record-takedown-light-1440.png',
  'leaks.png': 'client.leaks-dark-1440.png',
}

if (!process.argv.includes('--kept')) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const walked = spawnSync(process.execPath, [vitest, 'run', '--project', 'browser', 'e2e/walk', 'e2e/screens'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SIGNET_LOG: 'warn', WALK_ALL: '1', KEEP_SCREENS: '1' },
  })
  if (walked.status !== 0) console.error('The walk found faults; see above. The sheet shows what it saw.')
}
const names = fs.existsSync(screensDir)
  ? fs.readdirSync(screensDir).filter((name) => name.endsWith('.png') && name !== 'contact-sheet.png')
  : []
if (names.length === 0) {
  console.error('There are no pictures: the portal could not be walked.')
  process.exit(1)
}

const sheet = path.join(screensDir, 'contact-sheet.html')
const cell = (name: string) =>
  `<figure><img src="${encodeURIComponent(name)}" alt="" loading="eager"><figcaption>${name.replace('.png', '')}</figcaption></figure>`
fs.writeFileSync(
  sheet,
  `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body { margin: 16px; background: #888; font: 11px sans-serif; display: grid; grid-template-columns: repeat(8, 1fr); gap: 12px }
figure { margin: 0; background: #fff } img { width: 100%; height: 180px; object-fit: cover; object-position: top; display: block }
figcaption { padding: 4px; overflow-wrap: anywhere }
</style>${names.toSorted().map(cell).join('\n')}\n`,
)
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
await page.goto(pathToFileURL(sheet).href)
await page.screenshot({ path: path.join(screensDir, 'contact-sheet.png'), fullPage: true })
await browser.close()

fs.mkdirSync(imagesDir, { recursive: true })
for (const [image, from] of Object.entries(ofReadme)) {
  const source = path.join(screensDir, from)
  if (fs.existsSync(source)) fs.copyFileSync(source, path.join(imagesDir, image))
  else console.error(`There is no picture ${from} for the README.`)
}
console.log(`${names.length} screens: ${path.relative(root, sheet)}`)
