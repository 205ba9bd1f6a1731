/**
 * Runs work and restores what was changed for it in the transaction, also if it throws: only an error of a statement ends the transaction,
 * and a caller that catches any other one continues in it.
 */
export async function restoring<T>(work: () => Promise<T>, restore: () => Promise<void>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Fails after an error of a statement: nothing but a rollback follows, which restores everything.
    await restore().catch(() => {})
    throw error
  }
  await restore()
  return result
}
