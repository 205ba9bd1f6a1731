import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import css from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` at most once per screen; `danger` for irreversible actions. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  icon?: ReactNode
  /** The letter of the equivalent shortcut, shown as a hint. */
  shortcut?: string
  /** While its request runs, the button is disabled and keeps its width. */
  isBusy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'plain',
  icon,
  shortcut,
  isBusy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      data-kind={kind}
      data-busy={isBusy || undefined}
      className={className ? `${css.button} ${className}` : css.button}
    >
      {icon}
      <span>{children}</span>
      {shortcut && (
        <kbd className="wide-only" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      {...rest}
      className={className ? `${css.icon} ${className}` : css.icon}
    >
      {children}
    </button>
  )
}
