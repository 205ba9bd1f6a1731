import { afterAll } from 'vitest'
import { cleanUp } from './new-folder.ts'

// Test files share a process, one after another: each ends what it started.
afterAll(cleanUp)
