import { defineJob } from '../../../app/jobs.ts'

/** How often an import or its undoing is resumed after a crash; then it has failed. */
export const importRetries = 20

/** Adds the rows of a file. A run that ends early resumes after its last batch; the user who started it is notified at the end. */
export const importJob = defineJob<{ companyId: number; importId: string; userId: string }>({
  name: 'import',
  retryLimit: importRetries,
  expireInSeconds: 7200,
  perCompany: 1,
})

/** The import whose threats are removed, and who asked for it. */
export interface UndoImport {
  companyId: number
  importId: string
  userId: string
  userName: string
}

/** Removes what an import added. */
export const undoImportJob = defineJob<UndoImport>({
  name: 'undo-import',
  retryLimit: importRetries,
  expireInSeconds: 3600,
  perCompany: 1,
})
