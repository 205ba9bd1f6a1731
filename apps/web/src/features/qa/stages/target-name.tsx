import { Inline, Text } from '../../../ui/layout/parts.tsx'
import css from './stage-columns.module.css'

/** A defanged address: its host, of which all but the last two labels may be cut, and the rest. */
const address = /^(?:hxxps?:\/\/)?((?:[^/?#[]+\[\.\])*)([^/?#[]+\[\.\][^/?#[]+)(.*)$/

/** The name of a record in one line. Of an address the path is cut first and the end of the host never, because that decides. */
export function TargetName({ shown }: { shown: string }) {
  const [, front, end, path] = address.exec(shown) ?? []
  if (!end)
    return (
      <b className="cut" title={shown}>
        {shown}
      </b>
    )
  return (
    <Inline as="b" gap={0} title={shown}>
      {front && <Text cut>{front}</Text>}
      <Text fixed>{end}</Text>
      {path && (
        <Text cut className={css.path}>
          {path}
        </Text>
      )}
    </Inline>
  )
}
