import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const evidence = program.command('evidence').description('evidence packs')
  evidence
    .command('verify')
    .description(
      'verify the signature and every file of an evidence pack; exits with 1 if one was changed; needs no database',
    )
    .argument('<pack>', 'the ZIP archive')
    .option('--key <file>', 'the public key of the installation: PEM, or the JSON of /.well-known/signet-keys.json')
    .addOption(json())
    .action(async (pack, options) =>
      (await import('./evidence-verify.ts')).evidenceVerify({ ...options, pack, terminal }),
    )
}
