import { Fragment } from 'react'
import { Text } from '../../ui/layout/parts.tsx'
import css from './address-at-dots.module.css'

/** The longest part of an address that is kept in one line. */
const unbrokenMax = 22
/** Endings like `co.uk` are in two parts. */
const endingMax = 'com[.]'.length

/**
 * An address that breaks after its dots and slashes, not at a hyphen; a handle, after its dots and underscores. Where the lines of its
 * surroundings, which say `data-over`, have no room for a host, its middle can be left out, never the domain that it ends with.
 */
export function AddressAtDots({
  address,
  isShortened = false,
}: {
  address: string
  /** Whether its middle may be left out. */
  isShortened?: boolean
}) {
  const parts = address.split(/(?<=\[\.\]|\/|^@.*[._])/)
  const slash = parts.findIndex((part) => part.endsWith('/'))
  const hostEnd = slash === -1 ? parts.length : slash + 1
  const middleEnd = isShortened ? hostEnd - ((parts[hostEnd - 2]?.length ?? 0) <= endingMax ? 3 : 2) : 0
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at === 1 && at < middleEnd ? <span className={css.gap}>…</span> : null}
      <Text nowrap={part.length <= unbrokenMax} className={at > 0 && at < middleEnd ? css.middle : ''}>
        {part}
      </Text>
    </Fragment>
  ))
}
