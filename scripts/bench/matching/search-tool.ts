import { execFileSync, spawnSync } from 'node:child_process'

/** The tool that searches files for plain words: the reference of matching. */
export interface SearchTool {
  name: string
  /** CPU seconds of one search of a file for the words in another, counting lines. */
  cpuSeconds(words: string, file: string): number
}

const times = 10

/** ripgrep, or grep if it is not installed; null without either, or without a shell that measures times. */
export function searchTool(): SearchTool | null {
  const command = ['rg', 'grep'].find((name) => spawnSync(name, ['--version']).status === 0)
  if (command === undefined) return null
  return {
    name: `${command} -F -c`,
    cpuSeconds(words, file) {
      // `times` of a POSIX shell: user and system time of the shell, then those of its children.
      const script = `for i in $(seq ${times}); do ${command} -F -c -f "$0" "$1" >/dev/null; done; times`
      const timing = execFileSync('sh', ['-c', script, words, file], { encoding: 'utf8' }).trim().split('\n')
      const [user = 0, system = 0] = (timing.at(-1) ?? '').split(/\s+/).map(secondsOf)
      return (user + system) / times
    },
  }
}

/** CPU seconds of a command, with its standard input and output redirected to files. */
export function cpuSecondsOfCommand(command: readonly string[], input: string, output: string): number {
  const script = 'in="$0"; out="$1"; shift; "$@" <"$in" >"$out"; times'
  const timing = execFileSync('sh', ['-c', script, input, output, ...command], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const [user = 0, system = 0] = (timing.at(-1) ?? '').split(/\s+/).map(secondsOf)
  return user + system
}

/** Converts `0m1.250s` to seconds. */
function secondsOf(text: string): number {
  const [, minutes = '0', seconds = '0'] = /^(\d+)m([\d.]+)s$/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}
