"""What kinds of volumes are called on pages."""


class Names(dict):
    """A kind that is not listed is called as in its table."""

    def __missing__(self, kind):
        return kind


KINDS = Names({"sphere": "sphere", "aabb": "AABB", "obb": "OBB", "lss": "LSS", "rss": "RSS", "hybrid": "hybrid", "obb-quaternion": "OBB, quaternions", "kdop6": "6-DOP", "kdop14": "14-DOP", "kdop18": "18-DOP", "kdop26": "26-DOP",
               "hybrid-dynamic": "hybrid, dynamic", "rss-surface-area": "RSS, split by surface area", "auto": "fast engine", "obb_paper": "OBB, the paper's tree"})
