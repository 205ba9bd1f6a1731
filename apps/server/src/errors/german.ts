import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import connectorTexts from '@signet/contract/errors/connectors.de.json' with { type: 'json' }
import errorTexts from '@signet/contract/errors/errors.de.json' with { type: 'json' }
import programTexts from '@signet/contract/errors/program.de.json' with { type: 'json' }

/*
 * For the command line only: the API answers in English, and the portal has its own German. A program that never fails in German doesn't
 * load this module.
 */

const german = { ...connectorTexts, ...errorTexts, ...programTexts }
const i18n = setupI18n({ locale: 'de', messages: { de: {} } })

/** The German sentence for a message of the catalogs of errors. */
export function germanSentenceOf(
  id: keyof typeof german,
  parameters: Readonly<Record<string, string | number>> = {},
): string {
  i18n.load('de', { [id]: compileMessage(german[id]) })
  return i18n._(id, parameters)
}
