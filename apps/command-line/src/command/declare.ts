import { InvalidArgumentError, Option, type Command } from 'commander'
import { sentenceOf } from '@signet/server/errors/sentences'
import type { Terminal } from './command.ts'

/** Adds commands to the command line. Files named `*.command.ts` export one as `declare`; each command loads its own code when it runs. */
export type Declare = (program: Command, terminal: Terminal) => void

/** The option of every command. */
export const json = () => new Option('--json', 'print JSON Lines on a terminal too, without a progress bar')

/** The largest count an option takes. */
export const countMax = 999_999_999

/** Reads the value of an option as a number within limits. */
export const numberFrom =
  (min: number, max: number, kind: 'whole' | 'any' = 'whole') =>
  (text: string) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!(value >= min && value <= max) || (kind === 'whole' && !Number.isInteger(value)))
      throw new InvalidArgumentError(sentenceOf('OPTION_NOT_A_NUMBER', { kind, min, max }))
    return value
  }
