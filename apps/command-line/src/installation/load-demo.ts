import { loadDemo } from '@signet/demo/load-demo'
import type { CommonOptions } from '../command/command.ts'
import type { Program } from '../command/program.ts'
import { openProgressOrLines, type Progress } from '../command/progress.ts'

/** Loads the demo and shows how far its loading and its first scan are. */
export async function loadDemoWithProgress(
  program: Program,
  options: CommonOptions,
  { waitForScan }: { waitForScan: boolean },
): Promise<{ created: boolean }> {
  const opened: { loading?: Progress; scanning?: Progress } = {}
  try {
    return await loadDemo(program, {
      waitForScan,
      onStep({ company, part, share }) {
        opened.loading ??= openProgressOrLines(options, 'Loading the demo companies:')
        opened.loading.at(`${company}, ${part}, ${Math.floor(share * 100)} %`, company)
      },
      onScan({ namesRead }) {
        opened.loading?.end()
        delete opened.loading
        opened.scanning ??= openProgressOrLines(options, 'Scanning the bundled phishing feed:')
        opened.scanning.at(`${namesRead} names`)
      },
    })
  } finally {
    opened.loading?.end()
    opened.scanning?.end()
  }
}
