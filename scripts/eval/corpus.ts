import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Brand } from '@signet/contract/companies/brands'

/** A name that imitates a brand. */
export interface Positive {
  domain: string
  brand: string
  /** Further brands in the name; a verdict for one of them is also correct. */
  also?: string[]
  class: string
}

/** A benign name that is similar to a brand. */
export interface Negative {
  domain: string
  brand: string
  class: string
  /** False for names that are reported but never counted. */
  counted?: boolean
}

/** Names of everyday traffic of one kind, e.g. `nrd`: newly registered domains. */
export interface Stratum {
  name: string
  domains: string[]
}

/** A labelled set of names around some brands, and a stream of ordinary names for comparison. */
export interface Corpus {
  directory: string
  brands: Brand[]
  positives: Positive[]
  negatives: Negative[]
  background: Stratum[]
  /** Unlabelled background names that look like impersonation; never counted. */
  suspects: { domain: string; brand: string }[]
}

function fileText(directory: string, file: string): string | null {
  for (const name of [file, `${file}.gz`]) {
    const full = path.join(directory, name)
    if (!fs.existsSync(full)) continue
    const bytes = fs.readFileSync(full)
    return (name.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8')
  }
  return null
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function canonical(domain: string): string {
  return domain.trim().toLowerCase().replace(/\.$/, '')
}

function recordsOf<T extends { domain: string }>(text: string): T[] {
  return linesOf(text).map((line) => {
    const record: T = JSON.parse(line)
    return { ...record, domain: canonical(record.domain) }
  })
}

/** The folder of the corpus: the given one, the one that `SIGNET_CORPUS` names, or the default outside of the repository. */
export const corpusDir = (folder?: string): string =>
  path.resolve(folder ?? process.env['SIGNET_CORPUS'] ?? path.join(import.meta.dirname, '../../../shared/data/domains'))

/**
 * Reads a corpus: `brands.json`, `positives.jsonl`, `negatives.jsonl`, `background-*.txt`, and optionally `suspects.jsonl`, each plain or
 * gzipped.
 *
 * @returns a sentence when a file is missing
 */
export function readCorpus(directory: string): Corpus | string {
  const texts = ['brands.json', 'positives.jsonl', 'negatives.jsonl'].map((file) => ({
    file,
    text: fileText(directory, file),
  }))
  const missing = texts.find(({ text }) => text === null)
  if (missing) return `no ${missing.file} in ${directory}: name the folder of the corpus with --corpus or SIGNET_CORPUS`
  const [brands = '', positives = '', negatives = ''] = texts.map(({ text }) => text ?? '')
  const files = fs
    .readdirSync(directory)
    .filter((file) => /^background.*\.txt(?:\.gz)?$/.test(file))
    .toSorted()
  return {
    directory,
    brands: JSON.parse(brands),
    positives: recordsOf(positives),
    negatives: recordsOf(negatives),
    background: files.map((file) => {
      const base = file.replace(/\.gz$/, '')
      return {
        name: base.replace(/^background-?/, '').replace(/\.txt$/, '') || 'all',
        domains: linesOf(fileText(directory, base) ?? '').map(canonical),
      }
    }),
    suspects: recordsOf(fileText(directory, 'suspects.jsonl') ?? ''),
  }
}

/** Every name of a corpus once, labelled ones first. */
export function namesOf(corpus: Corpus): Set<string> {
  const names = new Set<string>()
  for (const { domain } of [...corpus.positives, ...corpus.negatives, ...corpus.suspects]) names.add(domain)
  for (const { domains } of corpus.background) for (const domain of domains) names.add(domain)
  return names
}
