import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogue } from './catalogue.ts'
import { portalContract } from './portal-contract.ts'

/** Preloads the latin subset of the typeface, under whatever name the build gave it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        if (!font) throw new Error('The latin subset of Inter is not part of the build')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/*
 * What every signed-in page uses goes into one file, because many small ones compress worse: 25 files of the first list came
 * to 5 KB more. Sign-in needs none of it; what sign-in uses as well (buttons, IconEye) must stay out.
 */
const kitIcons =
  'Refresh|AlertTriangle|Copy|Calendar|ChevronDown|ChevronRight|ArrowUp|ArrowDown|Download|X|Search|Filter'
const kitParts = [
  'query-core/build/modern/queryObserver',
  'react-query/build/modern/(useQuery|useBaseQuery|queryOptions|suspense|errorBoundaryUtils|QueryErrorResetBoundary)',
  'react-query/build/modern/IsRestoringProvider',
  'icons-react/dist/esm/(defaultAttributes|createReactComponent)',
  `icons/Icon(${kitIcons})`,
  'contract/src/(threats|records|marked-name|analytics|wire|sources|companies|route|traits|portal-settings)',
  'src/format/(date-time|time-ago|defang|exact-number|short-number|shown-title|decimal|indicator-name)',
  'src/api/(call|paged-rows|late|live)',
  'src/url/page-search',
  'src/session/(client-info|portal-settings)',
  'src/(shell|navigation|parts/account)/(use-nav|shell-icon|sign-out|company-plate|sidebar)',
  'src/(ui/\\w+|parts/threats)/(popover|shortcuts|filter-pill|range-picker|day-range|severity-mark|status-chip|source-icon|thumb|time-text)',
  'src/(ui/\\w+|parts/threats)/(data-state|data-grid|data-grid-row|data-grid-head|row-window|grid-store|use-media|use-now|toasts|new-rows|arrange-columns)',
]
const kit = new RegExp(String.raw`(${kitParts.join('|')})\.(ts|tsx|js|mjs|module\.css)$`)

/*
 * What a list of threats or touts is made of, as far as it is seen at once, in one file for the same reason; the pages of single
 * records load it too.
 */
const listParts =
  'record-list|records|threat-records|threats\\.api|threat-source|source-rail|threat-filters|filter-set|threat-columns|count-line|' +
  'use-threat-keys|use-threat-list|use-open-threat|record-route|threat-search|use-view|view-set|view-pill|use-columns'
const list = new RegExp(String.raw`src/features/threats/(?:\w+/)?(${listParts})\.(ts|tsx|module\.css)$`)

/** Writes each text file a second and third time, compressed as far as it goes, for the server to send as they are. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!dir || !/\.(js|css)$/.test(name)) continue
        const file = path.join(dir, name)
        const bytes = fs.readFileSync(file)
        fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes))
      }
    },
  }
}

const groups = [
  { name: 'kit', test: kit, includeDependenciesRecursively: false },
  { name: 'list', test: list, includeDependenciesRecursively: false },
  // What the first file imports at once comes with it: as 16 files of its own it weighed 4 KB more.
  { name: 'base', tags: ['$initial'], includeDependenciesRecursively: false },
]

// `--mode parts` builds the page of all parts instead, for the browser tests.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [portalContract(), catalogue(), react(), preloadFont(), compressAssets()],
  // The server writes a fresh nonce over this word in every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // With a lazy page come its styles and the kit; its small parts follow by themselves. The names of all of them for all
      // pages were 2 KB of the script of every page.
      resolveDependencies: (_file, names, { hostType }) =>
        hostType === 'html' ? names : names.filter((name) => name.endsWith('.css') || /\/kit-[^/]*\.js$/.test(name)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: path.join(import.meta.dirname, mode === 'parts' ? 'parts.html' : 'index.html'),
      output: {
        // The first file names all others, so that what they need is asked for at once: readable names weighed 0.6 KB of it.
        chunkFileNames: 'assets/[hash].js',
        ...(mode === 'parts' ? {} : { codeSplitting: { groups } }),
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': 'http://127.0.0.1:3000' } },
}))
