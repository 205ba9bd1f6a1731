import { plural } from '../words/words.ts'
import css from './new-rows.module.css'

/** Offers what came since the list was read. Nothing moves before somebody asks for it. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={css.region} role="status">
      {count > 0 && (
        <button type="button" className={css.offer} onClick={onShow}>
          {plural(count, '{n} new, show', '{n} new, show')}
        </button>
      )}
    </div>
  )
}
