import os from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { catalogue } from './apps/web/catalogue.ts'
import { LongestFirst } from './scripts/test/longest-first.ts'

const cores = os.availableParallelism()

/**
 * Node keeps the modules that it compiled there, for every worker and every program that a test starts: most of them load the same ones.
 */
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, 'node_modules/.cache/compiled')

/** Tests of a package that start a Chromium. */
const needsBrowser = 'packages/connectors/src/capture/capture-{page,limits}.test.ts'

/** Node loads the files itself, as the program does: a tenth less processor time than through Vite, and the same modules. */
const experimental = { viteModuleRunner: false }

const server = {
  globalSetup: ['apps/server/test/cluster.ts'],
  setupFiles: ['apps/server/test/each-file.ts'],
  pool: 'forks' as const,
  // Loading the server takes longer than most files do. Files of one worker run one after another and share its modules: what a module
  // keeps must be keyed by what differs between files (a database, an address), and a file ends what it starts.
  isolate: false,
  experimental,
  // One more than there are cores: tests that start programs wait more than they compute.
  maxWorkers: cores + 1,
  // Long enough for a machine that is busy with other things: what hangs is found all the same, and nothing else is.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/**
 * `unit`: rooms without a database. `portal`: apps/web. `server`: through the routes on a real one, and the command line. `database`: the
 * part of `server` that depends on which PostgreSQL it is. `browser`: in real Chromium, see e2e/, and the capture of pages.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          experimental,
          include: ['packages/*/src/**/*.test.ts', 'apps/demo/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [needsBrowser],
          // Nothing here keeps anything in a module.
          isolate: false,
          maxWorkers: cores,
          // As for the server: a year of a demo company takes seconds, and on a busy machine a minute.
          testTimeout: 180_000,
        },
      },
      {
        // The portal's own configuration: its tests load what development and the build load.
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'portal',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/test/each-file.ts'],
          // Files stay apart from each other: what the portal keeps, it keeps in modules.
          maxWorkers: cores,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: [
            'apps/server/{src,test}/**/*.test.ts',
            'apps/demo/test/**/*.test.ts',
            'apps/command-line/**/*.test.ts',
          ],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...server,
          name: 'database',
          // What differs between the embedded PostgreSQL 18 and a server by its address: how it is reached, how it starts and dies, the
          // rules of rows, locks and queues. `demo-calls` sends every call with valid input, so that a statement that an older server
          // does not know is found; one role of each kind is enough for that. Everything else is the same statements once more;
          // `npm run test:all` tries them too. What is lost with a database (`database-loss`) is tried on both in one file, whichever the
          // run is on.
          include: [
            'apps/server/src/db/**/*.test.ts',
            'apps/server/src/jobs/**/*.test.ts',
            'apps/server/src/http/requests/idempotency.test.ts',
            'apps/server/src/features/notifications/event-stream.test.ts',
            'apps/command-line/test/{crash/{crash,kill},start-up/}*.test.ts',
            'apps/demo/test/demo-calls.test.ts',
          ],
          // The first tests the embedded server itself, the second the demo's content, the third jobs that `kill-in-the-middle` has too.
          exclude: [
            'apps/server/src/db/embedded/*.test.ts',
            'apps/command-line/test/start-up/start-up-demo.test.ts',
            'apps/command-line/test/crash/kill-takedowns.test.ts',
          ],
          sequence: { groupOrder: 2 },
        },
      },
      {
        // What the walks read of the portal, e.g. its menu, has its texts.
        plugins: [catalogue()],
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts', needsBrowser],
          globalSetup: ['e2e/prepare.ts'],
          pool: 'forks',
          // A file has a database, a server and a browser to itself, and keeps about one core busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // A page may wait its turn for the processor.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 180_000,
          hookTimeout: 480_000,
        },
      },
    ],
  },
})
