import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import css from './toasts-view.module.css'
import { areMessagesKept, liveMessages, snackbars, toasts, type MessageStore } from './toasts.ts'
import { t } from '../words.ts'
import { Inline, Stack } from '../../layout/parts.tsx'

function Messages({ store, place, hasClose }: { store: MessageStore; place: string; hasClose?: boolean }) {
  const messages = useSyncExternalStore(store.subscribe, store.current)
  return (
    <Stack gap={2} className={`${css.stack} screen-only`} data-place={place} role="status">
      {messages.map(({ messageId, text, phase, action, isFailure }) => (
        <Inline
          key={messageId}
          gap={3}
          pad="2 0"
          least={42}
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
            <button
              type="button"
              className={`${css.close} middle`}
              aria-label={t('close')}
              onClick={() => store.close(messageId)}
            >
              <IconX size={16} stroke={1.7} />
            </button>
          )}
        </Inline>
      ))}
    </Stack>
  )
}

/** The three places for messages. They are mounted once, so that screen readers know the regions before the first message. */
export function Toasts() {
  return (
    <>
      <Messages store={toasts} place="top-right" />
      <Messages store={snackbars} place="bottom-left" hasClose />
      <Messages store={liveMessages} place="bottom-right" hasClose />
    </>
  )
}
