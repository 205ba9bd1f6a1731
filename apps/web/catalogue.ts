import fs from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vitest/config'

/*
 * Compiles the message catalogues of the portal: `words.en.json`, and `<name>.de.json`. Each is a flat object from an id to a text in ICU
 * MessageFormat. The texts are parsed at build time, so the portal needs no parser. Development, build and tests all use this plugin.
 *
 * The English texts of a room (`words.en.json`) aren't loaded as one file. Each module brings the texts whose ids it names, so a page loads
 * only the texts that it shows. The ids are taken from the literals of the module; `scripts/check-texts.ts` checks that every id is found
 * that way.
 */

// English server texts come with the responses. Tests that load a part of the server need its catalogue unchanged.
const catalogueFile = /(?:words\.en|\.de)\.json$/
const roomFile = /[\\/]words\.en\.json$/
const source = path.resolve(import.meta.dirname, 'src')
const messages = path.join(source, 'words/messages.ts')

type Texts = Record<string, string>
const textsIn = (file: string): Texts => JSON.parse(fs.readFileSync(file, 'utf8'))

/** The compiled messages of a catalogue. The result is still JSON, so that Vite can read it as usual. */
export function compiledCatalogue(texts: Texts): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)])),
  )
}

/** The catalogues whose ids a module may name: those of the rooms it imports `words.ts` from, and that of its own folder. */
function cataloguesOf(file: string, code: string): string[] {
  const dirs = [...code.matchAll(/from '(\.[^']*)\/words\.ts'/g)].map(([, from]) =>
    path.resolve(file, '..', from ?? ''),
  )
  return [...new Set([...dirs, path.dirname(file)])]
    .map((dir) => path.join(dir, 'words.en.json'))
    .filter((each) => fs.existsSync(each))
}

/** The texts whose ids occur in a module, either whole or as the prefix of a composed id (`status.${…}`). */
export function namedTexts(texts: Texts, code: string): Texts {
  const isNamed = (id: string) =>
    code.includes(`'${id}'`) || (id.includes('.') && code.includes(`\`${id.slice(0, id.indexOf('.') + 1)}\${`))
  return Object.fromEntries(Object.entries(texts).filter(([id]) => isNamed(id)))
}

export function catalogue(): Plugin {
  return {
    name: 'message-catalogue',
    enforce: 'pre',
    // Tests cache transformed modules between runs. Without this key they would keep outdated texts.
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
        if (catalogueFile.test(id)) return { code: compiledCatalogue(JSON.parse(code)), map: null }
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
