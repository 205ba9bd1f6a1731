import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import type { PartHealth } from '@signet/contract/operation/system-health'
import { sentenceOf } from '@signet/server/errors/sentences'

/** The result of one check, as it is printed. */
export interface Check {
  check: string
  state: 'ok' | 'warning' | 'failed'
  message: string
  /** What to do; null if nothing. */
  remedy: string | null
}

/** What a check found; without a remedy all is well. */
export interface Finding {
  message: string
  remedy?: string
  isWarning?: boolean
}

/** Runs one check. What it throws is a result too, with the remedy for that case. */
export async function run(check: string, remedy: string, look: () => Promise<Finding>): Promise<Check> {
  const found = await look().catch((error: unknown): Finding => ({ message: messageOf(error), remedy }))
  if (found.remedy === undefined) return { check, state: 'ok', message: found.message, remedy: null }
  return { check, state: found.isWarning ? 'warning' : 'failed', message: found.message, remedy: found.remedy }
}

/** A check of the page System health, with what to do if it failed. */
export async function runHealth(remedy: string, look: () => Promise<PartHealth>): Promise<Check> {
  const { name, ok, detail } = await look()
  return { check: name, state: ok ? 'ok' : 'failed', message: detail.message, remedy: ok ? null : remedy }
}

function messageOf(error: unknown): string {
  if (error instanceof ProgramError) return sentenceOf(error.reason, error.parameters)
  const { code, detail } = causeOf(error)
  return code === '' ? detail : `${detail} (${code})`
}
