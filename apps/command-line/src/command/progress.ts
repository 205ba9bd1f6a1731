import { SingleBar } from 'cli-progress'
import { say, type CommonOptions } from './command.ts'

/** How far long work is. */
export interface Progress {
  at(words: string, about?: string): void
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

const linesApartMs = 5000

/**
 * Like `openProgress`; where nothing can be updated, it prints lines: the first at once, then one for each new `about`, at most every five
 * seconds.
 */
export function openProgressOrLines(options: CommonOptions, label: string): Progress {
  if (showsProgress(options)) return openProgress(options, label)
  let last: { about: string; saidAt: number } | null = null
  return {
    at(words, about = words) {
      const now = performance.now()
      if (last && (last.about === about || now - last.saidAt < linesApartMs)) return
      last = { about, saidAt: now }
      say(`${label} ${words}`, options.terminal)
    },
    end: () => {},
  }
}
