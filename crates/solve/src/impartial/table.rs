//! A box of Grundy values in memory.

/// Value of a cell that is no position.
pub const ABSENT: u32 = u32::MAX;

/// Grundy values of the positions with every coordinate below the shape's, in the order of the coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Extent of each coordinate.
    pub shape: Vec<usize>,
    /// Row by row.
    pub values: Values,
}

/// The values, as narrow as they allow; the greatest number of the type marks a cell that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Two bytes each.
    U16(Vec<u16>),
    /// Four bytes each.
    U32(Vec<u32>),
}

impl Values {
    /// The value at `index`; `None` for a cell that is no position.
    pub fn get(&self, index: usize) -> Option<u32> {
        match self {
            Values::U16(v) => Some(v[index]).filter(|&v| v != u16::MAX).map(u32::from),
            Values::U32(v) => Some(v[index]).filter(|&v| v != u32::MAX),
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        match self {
            Values::U16(v) => v.len(),
            Values::U32(v) => v.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Table {
    /// The value at a position; `None` outside the box or the domain.
    pub fn get(&self, position: &[u64]) -> Option<u32> {
        let mut index = 0;
        for (&p, &n) in position.iter().zip(&self.shape) {
            let p = usize::try_from(p).ok().filter(|&p| p < n)?;
            index = index * n + p;
        }
        (position.len() == self.shape.len()).then(|| self.values.get(index))?
    }

    /// All cells with their coordinates and values, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Vec<usize>, Option<u32>)> + '_ {
        (0..self.values.len()).map(|index| (self.coordinates(index), self.values.get(index)))
    }

    fn coordinates(&self, mut index: usize) -> Vec<usize> {
        let mut at = vec![0; self.shape.len()];
        for (c, &n) in at.iter_mut().zip(&self.shape).rev() {
            *c = index % n;
            index /= n;
        }
        at
    }

    /// The greatest value.
    pub fn greatest(&self) -> u32 {
        (0..self.values.len()).filter_map(|i| self.values.get(i)).max().unwrap_or(0)
    }
}

/// An unsigned type that holds values.
pub trait Cell: Copy + Send + Sync + PartialEq + 'static {
    /// Marks a cell that is no position.
    const ABSENT: Self;
    /// The value as a word.
    fn widen(self) -> u32;
    /// The low bits of `value`.
    fn narrow(value: u32) -> Self;
    /// Wraps rows of this type.
    fn wrap(values: Vec<Self>) -> Values;
}

impl Cell for u16 {
    const ABSENT: u16 = u16::MAX;
    fn widen(self) -> u32 {
        u32::from(self)
    }
    fn narrow(value: u32) -> u16 {
        value as u16
    }
    fn wrap(values: Vec<u16>) -> Values {
        Values::U16(values)
    }
}

impl Cell for u32 {
    const ABSENT: u32 = u32::MAX;
    fn widen(self) -> u32 {
        self
    }
    fn narrow(value: u32) -> u32 {
        value
    }
    fn wrap(values: Vec<u32>) -> Values {
        Values::U32(values)
    }
}
