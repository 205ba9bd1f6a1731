import css from './boot-frame.module.css'

/** The outline of the shell while it loads, which looks like the one in index.html. */
export function BootFrame() {
  return (
    <div className={css.frame} aria-busy="true">
      <div className={`${css.side} wide-only`} />
      <div className={css.top} />
      <div />
    </div>
  )
}
