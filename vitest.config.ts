import { defineConfig } from 'vitest/config'

/** `unit`: rooms without a database. `portal`: apps/web. `server`: through the routes on a real one. `browser`: in real Chromium, see e2e/. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/demo/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        // The portal's own configuration: its tests load what development and the build load.
        extends: './apps/web/vite.config.ts',
        test: { name: 'portal', include: ['apps/web/src/**/*.test.{ts,tsx}'], testTimeout: 30_000 },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          exclude: ['apps/server/src/demo/**'],
          globalSetup: ['apps/server/test/cluster.ts'],
          setupFiles: ['apps/server/test/each-file.ts'],
          pool: 'forks',
          // Starting a program takes seconds where many start at once.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
