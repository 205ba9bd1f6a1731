import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import css from './toasts-view.module.css'
import { areMessagesKept, notices, snackbars, toasts, type MessageStore } from './toasts.ts'
import { t } from '../../words/words.ts'

function Stack({ store, place, hasClose }: { store: MessageStore; place: string; hasClose?: boolean }) {
  const messages = useSyncExternalStore(store.subscribe, store.current)
  return (
    <div className={css.stack} data-place={place} role="status">
      {messages.map(({ messageId, text, phase, action, isFailure }) => (
        <div
          key={messageId}
          className={css.message}
          data-phase={phase}
          data-failure={isFailure || undefined}
          role={isFailure ? 'alert' : undefined}
          onPointerEnter={() => store.pause(messageId)}
          onPointerLeave={() => store.resume(messageId)}
          onFocus={() => store.pause(messageId)}
          onBlur={() => store.resume(messageId)}
        >
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className={css.action}
              onClick={() => {
                store.close(messageId)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          {(hasClose || areMessagesKept()) && (
            <button type="button" className={css.close} aria-label={t('Close')} onClick={() => store.close(messageId)}>
              <IconX size={16} stroke={1.7} />
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

/** The three places of messages; mounted once, so that screen readers know the regions before anything is said. */
export function Toasts() {
  return (
    <>
      <Stack store={toasts} place="top-right" />
      <Stack store={snackbars} place="bottom-left" hasClose />
      <Stack store={notices} place="bottom-right" hasClose />
    </>
  )
}
