import { afterAll } from 'vitest'
import { cleanUp } from './signet-process.ts'

// Test files share a process, one after another: each ends what it started.
afterAll(cleanUp)
