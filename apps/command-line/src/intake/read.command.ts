import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('read')
    .description('print the kind of a file and what it contains as JSON Lines; needs no database')
    .argument('<file>', 'an app, a document, the report of a scanner, or a file of an exchange format')
    .addOption(json())
    .action(async (file, options) => (await import('./read.ts')).read(file, { ...options, terminal }))
}
