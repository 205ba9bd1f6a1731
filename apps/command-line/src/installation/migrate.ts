import { print, withProgram, type CommonOptions } from '../command/command.ts'

/** Opening the program applies the migrations; this command prints which ones ran. */
export function migrateCommand(options: CommonOptions): Promise<void> {
  return withProgram(options, async ({ migrated }) => {
    print(options, { migrated }, migrated.length === 0 ? 'The schema is up to date.' : `Ran ${migrated.join(', ')}.`)
  })
}
