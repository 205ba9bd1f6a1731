import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/*
 * Compiles message catalogues: files named `<name>.<language>.json`, each a flat object from an id to a text in ICU MessageFormat.
 * The portal gets the texts parsed, so it needs no parser. Development, build and tests all use this plugin.
 */

const catalogueFile = /\.(en|de)\.json$/

/** The messages of a catalogue, compiled; still JSON, so that Vite reads it as before. */
export function compiledCatalogue(json: string): string {
  const texts = JSON.parse(json) as Record<string, string>
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)])),
  )
}

export function catalogue(): Plugin {
  return {
    name: 'message-catalogue',
    enforce: 'pre',
    transform: {
      filter: { id: catalogueFile },
      handler: (json) => ({ code: compiledCatalogue(json), map: null }),
    },
  }
}
