import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const keys = program
    .command('keys')
    .description('the encryption keys of leaked passwords, and the signing key of evidence packs')
  keys
    .command('rotate')
    .description('wrap every data key with a new key while Signet runs; run again if it was interrupted')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysRotate({ ...options, terminal }))
  keys
    .command('renew')
    .description('give a company a new data key; a worker re-encrypts its secrets')
    .requiredOption('--company <key>')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysRenew({ ...options, terminal }))
  keys
    .command('erase')
    .description('delete the data keys of a company; its leaked passwords become permanently unreadable')
    .requiredOption('--company <key>')
    .requiredOption('--confirm <key>', 'repeat the key of the company')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysErase({ ...options, terminal }))
  keys
    .command('signing')
    .description('print the public keys that evidence packs are signed with, the current one first')
    .option('--renew', 'replace the signing key first; public keys of the past remain valid')
    .addOption(json())
    .action(async (options) => (await import('./keys.ts')).keysSigning({ ...options, terminal }))
}
