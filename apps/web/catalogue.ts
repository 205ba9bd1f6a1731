import fs from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vitest/config'

/*
 * Compiles the message catalogues of the portal: `words.en.json`, and `<name>.de.json`. Each is a flat object from an id to a text in
 * ICU MessageFormat. The portal gets the texts parsed, so it needs no parser. Development, build and tests all use this plugin.
 *
 * The English of a room (`words.en.json`) does not come as one file: each module brings the texts whose ids it names, so a page loads
 * the texts it shows and no others. Which ids a module names is read from its literals; `scripts/check-texts.ts` holds that each id
 * is found that way.
 */

// English of the server comes with its answers: tests that load a part of the server need its catalogue as it is.
const catalogueFile = /(?:words\.en|\.de)\.json$/
const roomFile = /[\\/]words\.en\.json$/
const source = path.resolve(import.meta.dirname, 'src')
const messages = path.join(source, 'words/messages.ts')

type Texts = Record<string, string>
const textsIn = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Texts

/** The messages of a catalogue, compiled; still JSON, so that Vite reads it as before. */
export function compiledCatalogue(texts: Texts): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)])),
  )
}

/** The catalogues whose ids a module may name: those it reads words from, and that of its own folder. */
function cataloguesOf(file: string, code: string): string[] {
  const dirs = [...code.matchAll(/from '(\.[^']*)\/words\.ts'/g)].map(([, from]) =>
    path.resolve(file, '..', from ?? ''),
  )
  return [...new Set([...dirs, path.dirname(file)])]
    .map((dir) => path.join(dir, 'words.en.json'))
    .filter((each) => fs.existsSync(each))
}

/** The texts whose ids stand in a module: whole, or by the beginning of one that is put together (`status.${…}`). */
export function namedTexts(texts: Texts, code: string): Texts {
  const isNamed = (id: string) =>
    code.includes(`'${id}'`) || (id.includes('.') && code.includes(`\`${id.slice(0, id.indexOf('.') + 1)}\${`))
  return Object.fromEntries(Object.entries(texts).filter(([id]) => isNamed(id)))
}

export function catalogue(): Plugin {
  return {
    name: 'message-catalogue',
    enforce: 'pre',
    // Tests keep transformed modules between runs; without this they would keep old texts too.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id, sourceCode }) =>
        cataloguesOf(id, sourceCode)
          .map((file) => JSON.stringify(namedTexts(textsIn(file), sourceCode)))
          .join(''),
      )
    },
    transform: {
      filter: { id: [catalogueFile, new RegExp(`^${source.replaceAll(/[\\/]/g, String.raw`[\\/]`)}.*\\.tsx?$`)] },
      handler(code, id) {
        if (roomFile.test(id)) return { code: '{}', map: null }
        if (catalogueFile.test(id)) return { code: compiledCatalogue(JSON.parse(code) as Texts), map: null }
        const added = cataloguesOf(id, code).flatMap((file) => {
          this.addWatchFile(file)
          const texts = namedTexts(textsIn(file), code)
          const room = path.relative(source, path.dirname(file)).replaceAll(path.sep, '/').replace('features/', '')
          return Object.keys(texts).length > 0 ? [`addEnglish('${room}', ${compiledCatalogue(texts)})`] : []
        })
        if (added.length === 0) return null
        return { code: `${code}\nimport { addEnglish } from '${messages}'\n${added.join('\n')}\n`, map: null }
      },
    },
  }
}
