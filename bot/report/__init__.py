"""Results for people: the comment and the HTML report."""
