import { Text } from '../../ui/layout/parts.tsx'

/** A card that has nothing to show: that in a sentence, and what will appear or how to set it up. */
export function NothingYet({ title, hint }: { title: string; hint: string }) {
  return (
    <Text as="p" tone="quiet">
      {title}. {hint}
    </Text>
  )
}
