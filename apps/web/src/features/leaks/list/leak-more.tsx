import { IconCalendar, IconDots, type Icon } from '@tabler/icons-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './leak-tools.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The dates that the list can show. */
export const dateChoices = ['added', 'leaked'] as const

/** An action of the row. Where there is no room for its words, it is in the menu. */
export interface Tool {
  label: string
  Sign: Icon
  hint?: string
  /** Those of `rare` leave a narrow row first, and the file last. */
  place: 'rare' | 'name' | 'file'
  isBusy?: boolean
  isDisabled?: boolean
  run: () => void
}

/** The actions that don't fit in the row, and on phones the date. */
export function MoreButton({
  tools,
  dates: shownDate,
  onDates,
}: {
  tools: readonly Tool[]
  dates: string
  onDates: (dates: string) => void
}) {
  const place = tools.some(({ place: its }) => its === 'rare')
    ? css.more
    : tools.length > 0
      ? css.moreFile
      : 'phone-only'
  return (
    <span className={place}>
      <Popover
        label={t('more')}
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} kind="quiet" icon={<IconDots {...icon} />}>
            {t('more')}
          </Button>
        )}
      >
        {(close) => (
          <Stack as="ul" gap={0} className={css.menu}>
            {dateChoices.map((dates) => (
              <li key={dates} className="phone-only">
                <button
                  type="button"
                  className="option"
                  aria-pressed={dates === shownDate}
                  onClick={() => {
                    close()
                    onDates(dates)
                  }}
                >
                  <IconCalendar {...icon} />
                  {t(`showDate.${dates}`)}
                </button>
              </li>
            ))}
            {tools.map(({ label, Sign, hint, place: its, isBusy, isDisabled, run }) => (
              <li key={label} className={css[its]}>
                <button
                  type="button"
                  className="option"
                  title={hint}
                  disabled={isBusy || isDisabled}
                  onClick={() => {
                    close()
                    run()
                  }}
                >
                  <Sign {...icon} />
                  {label}
                </button>
              </li>
            ))}
          </Stack>
        )}
      </Popover>
    </span>
  )
}
