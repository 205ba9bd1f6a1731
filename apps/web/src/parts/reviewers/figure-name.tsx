import { Explained } from '../../ui/text/explained.tsx'
import { t } from './words.ts'

type ReviewFigure = 'reviewed' | 'medianWait' | 'overturned'

/** The name of a figure of reviewers with its definition. */
export function FigureName({ of }: { of: ReviewFigure }) {
  return <Explained about={t(`about.${of}`)}>{t(`name.${of}`)}</Explained>
}

/** The name and definition of a figure for the header of a table. */
export const figureHead = (of: ReviewFigure) => ({ label: t(`name.${of}`), about: t(`about.${of}`) })
