import { isObject, numberIn, textIn } from '../../narrow.ts'

/** A part of a text with a format. */
export interface TextEntity {
  /** In lower case, e.g. `bold`, `url` or `text_link`. */
  type: string
  text: string
  /** The address behind the text. */
  url: string | null
}

/**
 * The parts of a text. Offsets and lengths count UTF-16 code units, as texts of JavaScript do. Parts outside the text are left out.
 *
 * Source: https://core.telegram.org/bots/api#messageentity and https://core.telegram.org/api/entities.
 */
export function textEntities(text: string, entities: readonly unknown[]): TextEntity[] {
  return entities.flatMap((entity) => {
    const [offset, length] = [numberIn(entity, 'offset'), numberIn(entity, 'length')]
    const type = isObject(entity) ? (textIn(entity, 'type') ?? textIn(entity, '_')) : null
    if (type === null || offset === null || length === null) return []
    if (offset < 0 || length <= 0 || offset + length > text.length) return []
    return [{ type: nameOf(type), text: text.slice(offset, offset + length), url: textIn(entity, 'url') }]
  })
}

/** `MessageEntityTextUrl` of MTProto is `text_link` in the Bot API. */
function nameOf(type: string): string {
  const name = type.replace(/^messageEntity/i, '').toLowerCase()
  return name === 'texturl' ? 'text_link' : name
}

/** The links among the parts of a text, also those behind other words. */
export function urlsOf(entities: readonly TextEntity[]): string[] {
  return entities.flatMap(({ type, text, url }) => (type === 'text_link' ? (url ?? []) : type === 'url' ? text : []))
}
