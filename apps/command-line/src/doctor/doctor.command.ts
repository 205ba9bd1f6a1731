import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('doctor')
    .description('check what usually goes wrong, and print what to do about it')
    .addOption(json())
    .action(async (options) => (await import('./doctor.ts')).doctor({ ...options, terminal }))
}
