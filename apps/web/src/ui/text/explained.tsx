import css from './explained.module.css'

/** The name of a figure with its definition, which is shown on hover and on keyboard focus and read after the name. */
export function Explained({ about, children }: { about: string; children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise the definition couldn't be reached from the keyboard.
    <span className={css.explained} tabIndex={0} title={about}>
      {children}
    </span>
  )
}
