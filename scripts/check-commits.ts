// Checks that each fix among the latest commits changes a test, or that its message says why it has none, and that the subject of each
// change of the code names one change, in words of its own, and no body another one (CONTRIBUTING.md). Prints every violation and exits
// with 1 when there is one. Without history, as in an archive of the sources, it checks nothing.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const latest = 30
/** Earlier commits were written without this check. */
const since = '2026-11-23T16:15:00Z'
const oneChangeSince = '2026-11-28T06:30:00Z'
const oneClauseSince = '2026-11-28T20:30:00Z'
const nothingAlsoSince = '2026-11-29T16:00:00Z'

interface Commit {
  hash: string
  subject: string
  body: string
  files: readonly string[]
}

const isTest = (file: string) => /\.(test|examples)\.tsx?$/.test(file) || /(^|\/)(test|e2e)\//.test(file)

/** The first line of each fix that has neither a test nor a word about tests in its message. */
export function untestedFixes(commits: readonly Commit[]): string[] {
  return commits
    .filter(
      ({ subject, body, files }) => /^fix\b/.test(subject) && !files.some(isTest) && !/\btest(s|ed)?\b/i.test(body),
    )
    .map(({ hash, subject }) => `${hash} ${subject}`)
}

/** The first line of each feature or fix that names two changes or two scopes. */
export function doubleChanges(commits: readonly Commit[]): string[] {
  return commits
    .filter(({ subject }) => /^(feat|fix)\b/.test(subject) && /^\w+\([^)]*,|, and /.test(subject))
    .map(({ hash, subject }) => `${hash} ${subject}`)
}

/** The first line of each change of the code that has an "and" or a semicolon: what they join could be two commits. */
export function joinedChanges(commits: readonly Commit[]): string[] {
  return commits
    .filter(({ subject }) => /^(feat|fix|refactor|perf)\b.*( and |;)/.test(subject))
    .map(({ hash, subject }) => `${hash} ${subject}`)
}

/** The first line of each commit whose body has a line that begins with "Also": what it names could be a commit of its own. */
export function addedChanges(commits: readonly Commit[]): string[] {
  return commits.filter(({ body }) => /^Also\b/m.test(body)).map(({ hash, subject }) => `${hash} ${subject}`)
}

/** The first lines that two commits have in common: one of them could say what it adds. */
export function repeatedSubjects(commits: readonly Commit[]): string[] {
  const seen = new Set<string>()
  return commits.map(({ subject }) => subject).filter((subject) => seen.size === seen.add(subject).size)
}

/**
 * Commits as printed by `git log --format=%x1e%h%x1f%s%x1f%b%x1f --name-only --abbrev=8`.
 *
 * @param log the separators are control characters, which no message contains
 */
export function commitsIn(log: string): Commit[] {
  return log
    .split('\x1e')
    .slice(1)
    .map((text) => {
      const [hash = '', subject = '', body = '', files = ''] = text.split('\x1f')
      return { hash, subject, body, files: files.split('\n').filter((line) => line !== '') }
    })
}

/** The latest commits after a time, without merges; null without history. */
function latestSince(time: string): Commit[] | null {
  const format = '--format=%x1e%h%x1f%s%x1f%b%x1f'
  const args = ['log', `-${latest}`, `--since=${time}`, '--no-merges', '--name-only', '--abbrev=8', format]
  const { stdout, status } = spawnSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname })
  return status === 0 ? commitsIn(stdout) : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const commits = latestSince(since)
  if (commits) {
    const untested = untestedFixes(commits)
    const double = doubleChanges(latestSince(oneChangeSince) ?? [])
    const recent = latestSince(oneClauseSince) ?? []
    const joined = joinedChanges(recent).filter((change) => !double.includes(change))
    const repeated = repeatedSubjects(recent)
    const added = addedChanges(latestSince(nothingAlsoSince) ?? [])
    for (const fix of untested) console.error(`${fix}: changes no test, and the message doesn't say why`)
    for (const change of double) console.error(`${change}: names two changes; make a commit of each`)
    for (const change of joined)
      console.error(`${change}: joins two changes; make a commit of each, or name what they have in common`)
    for (const subject of repeated)
      console.error(`${subject}: two commits have this subject; say what each of them changes`)
    for (const change of added) console.error(`${change}: adds a change with "Also"; make a commit of it`)
    const count = [untested, double, joined, repeated, added].flat().length
    console.log(`commits: ${count} breaches among the latest ${commits.length} commits`)
    process.exitCode = count === 0 ? 0 : 1
  } else console.log('commits: not checked, because there is no history here')
}
