import { SingleBar } from 'cli-progress'
import type { CommonOptions } from './command.ts'

/** How far long work is. */
export interface Progress {
  at(words: string): void
  end(): void
}

/** Shows the progress of long work in a line that is updated, if the output is a terminal. */
export function openProgress(options: CommonOptions, label: string): Progress {
  if (!showsProgress(options)) return { at: () => {}, end: () => {} }
  const bar = new SingleBar({ format: `${label} {words}`, hideCursor: true, stream: options.terminal.stderr })
  bar.start(0, 0, { words: '' })
  return {
    at: (words) => bar.update({ words }),
    end: () => bar.stop(),
  }
}

const showsProgress = ({ terminal, json }: CommonOptions) => terminal.stderr.isTTY && !json
