//! A Naval Magic chit whose owner has no ship in an encounter that it helps: it helps his mines alone (17.10.2.1.3).

use super::read::SortieInput;
use crate::magic::HelpedNations;
use crate::sea::combat::battle::SideIx;
use crate::sea::interception::OnceKind;
use crate::sea::magic;

impl SortieInput {
    /// Whether the owner of the chit has mines of a nation that it helps, and no ship of one.
    pub(super) fn helps_mines_alone(&self, helped: &HelpedNations) -> bool {
        let Some((owner, _)) = self.engagement.magic else { return false };
        let units = &self.engagement.fleets[owner].units;
        let mines =
            self.has_mines(owner) && self.mines.nation().is_some_and(|nation| helped.helps(Some(nation)));
        mines && !units.iter().any(|unit| magic::helps(helped, unit))
    }

    /// Whether mines of a side lie in the way of the other.
    fn has_mines(&self, owner: SideIx) -> bool {
        let mover = usize::from(self.hunt.reactive);
        let of_port = self.coastal_fort || self.port.is_some();
        of_port && owner != mover || self.mover_fort && owner == 1
    }

    /// Without a chit for the dice of ships.
    pub(super) fn without_magic(mut self) -> Self {
        self.engagement.magic = None;
        let kept: Vec<bool> = self.hunt.once.iter().map(|one| one.what != OnceKind::Magic).collect();
        let mut of_letters = kept.iter();
        self.letters.retain(|_| of_letters.next() == Some(&true));
        let mut of_hunt = kept.iter();
        self.hunt.once.retain(|_| of_hunt.next() == Some(&true));
        self.boat = self.boat.map(|boat| boat.without_magic());
        self
    }
}
