import { countMax, json, numberFrom, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('backup')
    .description(
      'back up the database, the files and the sealed keys while Signet runs; run again if it was interrupted',
    )
    .argument('[place]', 'a folder, or s3://bucket/prefix')
    .option('--check', 'then restore it into a scratch database, verify the audit log there and read every file')
    .option('--keep <count>', 'then delete all but this many backups', numberFrom(1, countMax))
    .option('--new-recovery-key', 'print a new recovery key and back up nothing')
    .addOption(json())
    .action(async (place, options) => (await import('./backup.ts')).backup({ ...options, place, terminal }))
  program
    .command('restore')
    .description('restore a backup into an empty database and data directory; run again if it was interrupted')
    .argument('<place>', 'a folder, or s3://bucket/prefix')
    .requiredOption('--recovery-key <file>', 'the file with the private half of the recovery key')
    .option('--backup <id>', 'an earlier backup than the newest')
    .addOption(json())
    .action(async (place, options) => (await import('./restore.ts')).restore({ ...options, place, terminal }))
}
